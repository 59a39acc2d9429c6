import type pg from 'pg';
import { createClient, type Connection } from './connection.ts';

async function exists(admin: pg.Client, question: string, name: string): Promise<boolean> {
  return (await admin.query(question, [name])).rowCount === 1;
}

/**
 * Creates the role and the database of the program, both called `name`, if they do not exist.
 *
 * The role is not a superuser and cannot create databases or roles. So SQL injected through a bug
 * cannot run programs, read files or leave this database.
 *
 * @param superuser connection of the superuser; the role gets the same password
 */
export async function ensureDatabase(superuser: Connection, name: string): Promise<void> {
  const admin = createClient(superuser, 'roles');
  await admin.connect();
  try {
    if (!(await exists(admin, 'select from pg_roles where rolname = $1', name))) {
      await admin.query(
        `create role ${name} login password ${admin.escapeLiteral(superuser.password)}`,
      );
    }
    // Roles of earlier versions could create databases.
    await admin.query(`alter role ${name} nosuperuser nocreatedb nocreaterole`);
    if (!(await exists(admin, 'select from pg_database where datname = $1', name))) {
      await admin.query(`create database ${name} owner ${name}`);
    }
  } finally {
    await admin.end();
  }
}
