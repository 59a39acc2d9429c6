import { existsSync } from 'node:fs';
import { EmbeddedError } from '@longhand/embedded-postgres';
import { Kysely, PostgresDialect } from 'kysely';
import { backUpBeforeUpgrade } from './backup/before-upgrade.ts';
import { createPool } from './db/connection.ts';
import { findOwnServer } from './db/embedded.ts';
import { MigrationError } from './db/migrate.ts';
import { openDatabase } from './db/open.ts';
import type { Schema } from './db/schema.ts';
import { auditSinksOf, createAudit, type Audit } from './domain/audit.ts';
import { allowPasswords, appoint, type Appointed } from './features/admin/appoint.ts';
import { removeFactorsByCommand } from './features/factors/removal.ts';
import { createLinks, type Links } from './mail/links.ts';
import { createMail, type MailJobs } from './mail/mail.ts';
import { systemClock } from './platform/clock.ts';
import { ConfigError, readConfig, type Config } from './platform/config.ts';
import { DataFolderError } from './platform/data-folder.ts';
import { Fault } from './platform/fault.ts';
import { createIds } from './platform/ids.ts';
import { createKillPoints } from './platform/kill-points.ts';
import { createLog } from './platform/log.ts';

const usage = `npm run administrator -- <username or email address> [--link] [--allow-passwords] [--remove-factors]
       npm run administrator -- --allow-passwords`;

const options: readonly string[] = ['--link', '--allow-passwords', '--remove-factors'];

/** A database for the duration of this command. */
type Opened = { readonly kysely: Kysely<Schema>; stop(): Promise<void> };

/**
 * Opens the database of the running product. If none runs, starts it for the duration of the
 * command.
 */
async function open(config: Config): Promise<Opened> {
  const log = createLog('fatal');
  if (config.databaseUrl === null && !existsSync(config.dataDir)) {
    throw new Fault(
      `The data folder ${config.dataDir} does not exist. Set DATA_DIR to the data folder of your server.`,
    );
  }
  const running = config.databaseUrl === null ? await findOwnServer(config.dataDir) : null;
  if (running === null)
    return openDatabase({
      ...{ config, log, kill: createKillPoints(null), onLost: () => undefined },
      beforeMigrating: (...database) => backUpBeforeUpgrade(config, log, ...database),
    });
  const kysely = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: createPool(running, log) }),
  });
  return { kysely, stop: () => kysely.destroy() };
}

/** Returns the addresses in mails and messages of this command. */
const linksOf = (config: Config): Links =>
  createLinks(() => config.publicUrl ?? `http://${config.host}:${config.port}`);

/** This command sends its mail at once, and runs no jobs. */
const noJobs: MailJobs = {
  alone: false,
  enqueue: async () => undefined,
  prompt: () => undefined,
  handle: () => undefined,
  every: () => undefined,
};

/** Removes the second factors of a user, and mails it to the user. */
async function removeFactors(
  deps: { db: Kysely<Schema>; audit: Audit },
  login: string,
  config: Config,
): Promise<void> {
  const notice = await removeFactorsByCommand(deps, login, linksOf(config));
  if (notice === null) return;
  const ids = createIds(systemClock);
  const { db } = deps;
  const mail = createMail({ db, clock: systemClock, ids, jobs: noJobs, config: config.mail });
  const { state } = await mail.sendNow(notice);
  if (state === 'failed')
    process.stderr.write('The mail to the user could not be sent. It is in the outbox.\n');
}

function say(login: string, appointed: Appointed, config: Config): number {
  switch (appointed.kind) {
    case 'unknown':
      process.stderr.write(`No account has the username or email address ${login}.\n`);
      return 1;
    case 'only_looking':
      process.stderr.write(
        `${login} is a demo account that is deleted after a day. It cannot become an administrator.\n`,
      );
      return 1;
    case 'done': {
      process.stdout.write(`${appointed.username} is an administrator.\n`);
      const link = appointed.token === null ? null : linksOf(config).resetPassword(appointed.token);
      if (link !== null)
        process.stdout.write(
          `Set a new password with this link. It works once, for one hour.\n${link}\n`,
        );
      return 0;
    }
  }
}

async function main(): Promise<number> {
  const given = process.argv.slice(2);
  const [withLink, allowsPasswords, removesFactors] = options.map((option) =>
    given.includes(option),
  );
  const [login, ...more] = given.filter((argument) => !options.includes(argument));
  const isEnough =
    login === undefined ? allowsPasswords && !withLink && !removesFactors : !login.startsWith('-');
  if (!isEnough || more.length > 0) {
    process.stderr.write(`Usage: ${usage}\n`);
    return 2;
  }
  const config = readConfig();
  const { kysely: db, stop } = await open(config);
  try {
    const audit = createAudit({
      clock: systemClock,
      ids: createIds(systemClock),
      address: () => null,
      sinks: auditSinksOf(config.admin),
    });
    const deps = { db, clock: systemClock, audit };
    if (allowsPasswords) {
      await allowPasswords(deps);
      process.stdout.write('Sign-in with passwords is allowed.\n');
    }
    if (login === undefined) return 0;
    const appointed = await appoint(deps, { login, withLink: withLink === true });
    if (removesFactors && appointed.kind === 'done') {
      await removeFactors(deps, login, config);
      process.stdout.write(`${appointed.username} has no second factors any more.\n`);
    }
    return say(login, appointed, config);
  } finally {
    await stop();
  }
}

/** Returns the message for the operator, or the stack of an unexpected error. */
function sentenceFor(error: unknown): string {
  const kinds = [ConfigError, DataFolderError, EmbeddedError, MigrationError, Fault];
  if (error instanceof Error && kinds.some((kind) => error instanceof kind)) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${sentenceFor(error)}\n`);
  process.exitCode = 1;
}
