import pg from 'pg';

const name = 'longhand';

async function exists(admin: pg.Client, question: string): Promise<boolean> {
  return (await admin.query(question, [name])).rowCount === 1;
}

/**
 * Makes the role and the database that the product works with. The role is no superuser and makes neither databases nor roles: what reaches
 * SQL by some mistake of ours cannot run programs, read files or leave this database. Does nothing when they are there. `config` belongs to the superuser.
 */
export async function ensureDatabase(config: pg.ClientConfig, password: string): Promise<pg.ClientConfig> {
  const admin = new pg.Client(config);
  admin.on('error', () => undefined);
  await admin.connect();
  try {
    if (!(await exists(admin, 'select from pg_roles where rolname = $1'))) {
      await admin.query(`create role ${name} login password ${admin.escapeLiteral(password)}`);
    }
    // Roles of earlier versions could make databases.
    await admin.query(`alter role ${name} nosuperuser nocreatedb nocreaterole`);
    if (!(await exists(admin, 'select from pg_database where datname = $1'))) {
      await admin.query(`create database ${name} owner ${name}`);
    }
  } finally {
    await admin.end();
  }
  return { ...config, user: name, database: name };
}
