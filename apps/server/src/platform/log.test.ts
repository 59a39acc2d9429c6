import { expect, test } from 'vitest';
import { createLog } from './log.ts';

function written(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  write(createLog('info', { write: (line) => void lines.push(line) }));
  return lines.join('');
}

test('passwords, cookies and tokens are removed from log entries at any depth', () => {
  const text = written((log) =>
    log.info({
      password: 'hunter2-a',
      body: { newPassword: 'hunter2-b', name: 'kept' },
      req: {
        headers: { cookie: 'session=hunter2-c', 'x-xsrf-token': 'hunter2-d', host: 'kept' },
        body: { password: 'hunter2-e' },
      },
      headers: {
        'set-cookie': 'session=hunter2-f',
        authorization: 'Bearer hunter2-g',
        'x-longhand-node': 'hunter2-h',
      },
    }),
  );
  expect(text).not.toContain('hunter2');
  expect(text.match(/kept/g)).toHaveLength(2);
});

test('a database error is logged without the values of rows', () => {
  const error = Object.assign(
    new Error('duplicate key value violates unique constraint "users_email_key_key"'),
    {
      name: 'error',
      code: '23505',
      detail: 'Key (email_key)=(ada@example.org) already exists.',
      where: 'COPY users, line 1: "ada@example.org"',
      internalQuery: "select 'ada@example.org'",
      table: 'users',
      constraint: 'users_email_key_key',
    },
  );
  const value = Object.assign(new Error('invalid input syntax for type uuid: "ada@example.org"'), {
    code: '22P02',
  });
  const text = written((log) => {
    log.error({ err: error }, 'bug');
    log.error({ err: new Error('It failed', { cause: error }) }, 'bug');
    log.error({ err: value }, 'bug');
  });
  expect(text).not.toContain('ada@example.org');
  expect(text).not.toContain('ada');
  const [first, second, third] = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { err: Record<string, unknown> });
  const { code, table, constraint } = error;
  expect(first?.err).toMatchObject({
    type: 'DatabaseError',
    message: error.message,
    code,
    table,
    constraint,
  });
  expect(first?.err['stack']).toContain('log.test.ts');
  expect(second?.err).toMatchObject({ message: 'It failed', cause: { code } });
  expect(third?.err).toMatchObject({ message: 'A value that the database rejects', code: '22P02' });
});

test('a log line is one JSON object with level, time and message', () => {
  const line: unknown = JSON.parse(written((log) => log.warn('Something')));
  expect(line).toMatchObject({ level: 40, msg: 'Something' });
  expect(line).toHaveProperty('time', expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/));
});
