import pg from 'pg';

const name = 'longhand';

async function exists(admin: pg.Client, question: string): Promise<boolean> {
  return (await admin.query(question, [name])).rowCount === 1;
}

/**
 * Creates the role and the database of the application, if they do not exist. `config`: connection
 * of the superuser.
 *
 * The role is not a superuser and cannot create databases or roles. So SQL injected through a bug
 * cannot run programs, read files or leave this database.
 */
export async function ensureDatabase(
  config: pg.ClientConfig,
  password: string,
): Promise<pg.ClientConfig> {
  const admin = new pg.Client(config);
  admin.on('error', () => undefined);
  await admin.connect();
  try {
    if (!(await exists(admin, 'select from pg_roles where rolname = $1'))) {
      await admin.query(`create role ${name} login password ${admin.escapeLiteral(password)}`);
    }
    // Roles of earlier versions could create databases.
    await admin.query(`alter role ${name} nosuperuser nocreatedb nocreaterole`);
    if (!(await exists(admin, 'select from pg_database where datname = $1'))) {
      await admin.query(`create database ${name} owner ${name}`);
    }
  } finally {
    await admin.end();
  }
  return { ...config, user: name, database: name };
}
