import { openRepeatedly } from './opening.ts';
import type { LoadResults, LoadTask } from './load-tasks.ts';
import { createJoinedConnections } from './joined-connections.ts';

/**
 * The simulated users, in a separate process so that their work costs the measured server nothing.
 * Receives tasks over the channel to its parent, answers each, and ends with the parent. An error
 * ends the process, which the parent reports.
 */
const connections = createJoinedConnections();

async function execute(task: LoadTask): Promise<LoadResults[LoadTask['kind']]> {
  switch (task.kind) {
    case 'join':
      await connections.join(task.participants);
      return null;
    case 'put':
      await connections.put(task.update);
      return null;
    case 'type':
      return connections.type(task.perSecond, task.milliseconds, task.ramp ?? 0);
    case 'flood':
      return connections.flood(task.characters, task.window);
    case 'write':
      await connections.write(task.updates, task.window);
      return null;
    case 'open':
      return openRepeatedly(task.participant, task.position, task.times);
    case 'ledger':
      return connections.ledger();
    case 'leave':
      await connections.leave();
      return null;
  }
}

process.on('message', (task: LoadTask) => {
  void execute(task).then((answer) => process.send?.({ answer }));
});
process.on('disconnect', () => process.exit(0));
