import { test } from 'vitest';
import { simulate } from './simulation.ts';

// Seeds that failed in the past, with the bugs that they found.
test.each([
  [51_235, 'a page that waits for a retry is not idle'],
  [201_928, 'a state based on updates that the page never received does not advance its cursor'],
  [1_075, 'deletions that happen only during integration are in no update'],
  [1_194_373, 'a compaction deletes no formats that the pages still have'],
])('the simulation holds for seed %i: %s', async (seed) => {
  await simulate(seed, { hasJournal: false, hasMore: false });
});

test.each([
  [707_174, 'a compaction stores the entries of its document first, also after a failure'],
])('the simulation with a journal holds for seed %i: %s', async (seed) => {
  await simulate(seed, { hasJournal: true, hasMore: false });
});

test.each([
  [2, '[SIM13] a page that failed to store an update says so until all are stored'],
  [19, '[SIM13] a page does not say that an update is kept which its device failed to store'],
  [26, '[SIM18] after a failure, the device stores no update without those before it'],
  [5, '[SIM3] a page that cannot read its outbox is not saved'],
  [5028, '[SIM15] a page notices a restore after its connection broke before the first response'],
  [5122, '[SIM15] such a page does not send units of other users as its own'],
  [102_143, '[SIM15] a page sends a whole only when it knows whether it is a recovery'],
  [305_958, 'a device that loses everything loses what is being added'],
  [312_983, '[SIM17] a hostile client stores no text in a deleted marker'],
  [317_890, '[SIM3] the mark says saved after an acknowledgement and a restore'],
  [320_614, '[SIM15] lost text in an outbox holds back nothing else that its page shows'],
  [319_823, '[SIM17] a hostile letter beside something that is gone is shown by no replica'],
  [4_767_961, '[REC1] a page sends no write before it knows the epoch'],
  [5505, '[SIM10] a node ends a room that lacks entries of the node before it'],
])('the simulation with all faults holds for seed %i: %s', async (seed) => {
  await simulate(seed);
});

test.each([
  [600_131, '[SIM15] a page shows the deletions of an update that continues from lost text'],
  [600_542, '[SIM15] a page with such an update says so also after its clock was set back'],
  [602_334, '[REC1] a page leaves an entry out that it received without its base before a restore'],
  [606_599, '[REC1] a page sends what a whole left out when its base arrives'],
  [610_092, '[REC1] it does so also while another whole is under way'],
  [601_048, '[REC1] a page applies no response that continues from a lost first one'],
])('the simulation with server edits holds for seed %i: %s', async (seed) => {
  await simulate(seed, { withEdits: true });
});
