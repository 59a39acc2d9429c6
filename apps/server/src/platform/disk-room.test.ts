import { describe, expect, test } from 'vitest';
import { createDiskRoom, whileRoom } from './disk-room.ts';
import { createLog } from './log.ts';

/** A disk whose free space and failures the test controls. */
function open(floor = 1_000) {
  const disk = { free: 5_000, answers: true, asked: 0, now: 0 };
  const lines: { level: number; free?: number }[] = [];
  const room = createDiskRoom({
    path: '/data',
    floor,
    clock: { now: () => disk.now },
    log: createLog('warn', {
      write: (line) => void lines.push(JSON.parse(line) as { level: number }),
    }),
    async ask() {
      disk.asked += 1;
      if (!disk.answers) throw Object.assign(new Error('no answer'), { code: 'EIO' });
      return { bavail: disk.free / 10, bsize: 10 };
    },
  });
  return { disk, lines, room };
}

describe('the check of free disk space', () => {
  test('asks the disk at most once a second, also for concurrent calls', async () => {
    const { disk, room } = open();
    expect(await Promise.all(Array.from({ length: 100 }, () => room.has()))).not.toContain(false);
    expect(disk.asked).toBe(1);
    disk.free = 999;
    disk.now = 999;
    expect([await room.has(), disk.asked]).toEqual([true, 1]);
    disk.now = 1_000;
    expect([await room.has(), disk.asked]).toEqual([false, 2]);
    disk.free = 1_000;
    disk.now = 2_000;
    expect([await room.has(), disk.asked]).toEqual([true, 3]);
  });

  test('returns the last result to a synchronous call', async () => {
    const { disk, room } = open();
    disk.free = 0;
    expect(room.hadLately()).toBe(true);
    expect(await room.has()).toBe(false);
    expect([room.hadLately(), disk.asked]).toEqual([false, 1]);
    disk.free = 5_000;
    disk.now = 1_000;
    expect(room.hadLately()).toBe(false);
    expect(await room.has()).toBe(true);
    expect([room.hadLately(), disk.asked]).toEqual([true, 2]);
  });

  test('logs once when space runs out, and once when it is free again', async () => {
    const { disk, lines, room } = open();
    for (const free of [5_000, 10, 20, 10, 5_000, 5_000]) {
      disk.free = free;
      disk.now += 1_000;
      await room.has();
    }
    expect(lines.map(({ level, free }) => [level, free])).toEqual([
      [50, 10],
      [40, 5_000],
    ]);
  });

  test('assumes free space when the disk cannot be asked, or when no minimum is set', async () => {
    const { disk, lines, room } = open();
    disk.answers = false;
    expect([await room.has(), lines.length]).toEqual([true, 1]);
    const free = open(0);
    free.disk.free = 0;
    expect([await free.room.has(), free.room.hadLately(), free.disk.asked]).toEqual([
      true,
      true,
      0,
    ]);
  });

  test('refuses a stream at the first chunk for which there is no space', async () => {
    const { disk, room } = open();
    const passed: number[] = [];
    async function* parts() {
      for (let part = 1; part <= 5; part += 1) {
        disk.now += 1_000;
        if (part === 3) disk.free = 0;
        yield new Uint8Array(part);
      }
    }
    const reading = (async () => {
      for await (const { length } of whileRoom(parts(), room)) passed.push(length);
    })();
    await expect(reading).rejects.toMatchObject({ code: 'disk_full' });
    expect(passed).toEqual([1, 2]);
  });
});
