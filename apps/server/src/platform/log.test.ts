import { expect, test } from 'vitest';
import { createLog } from './log.ts';

function written(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  write(createLog('info', { write: (line) => void lines.push(line) }));
  return lines.join('');
}

test('passwords, cookies and tokens are not written, wherever they stand', () => {
  const text = written((log) =>
    log.info({
      password: 'hunter2-a',
      body: { newPassword: 'hunter2-b', name: 'kept' },
      req: {
        headers: { cookie: 'session=hunter2-c', 'x-xsrf-token': 'hunter2-d', host: 'kept' },
        body: { password: 'hunter2-e' },
      },
      headers: { 'set-cookie': 'session=hunter2-f', authorization: 'Bearer hunter2-g' },
    }),
  );
  expect(text).not.toContain('hunter2');
  expect(text.match(/kept/g)).toHaveLength(2);
});

test('a line is one JSON object with level, time and message', () => {
  const line: unknown = JSON.parse(written((log) => log.warn('Something')));
  expect(line).toMatchObject({ level: 40, msg: 'Something' });
  expect(line).toHaveProperty('time', expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/));
});
