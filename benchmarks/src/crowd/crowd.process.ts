import { open } from './opening.ts';
import type { Answers, Order } from './orders.ts';
import { createRoom } from './room.ts';

/**
 * The simulated users, in a separate process so that their work costs the measured server nothing.
 * Receives orders over the channel to its parent, answers each, and ends with the parent. An error
 * ends the process, which the parent reports.
 */
const room = createRoom();

async function obey(order: Order): Promise<Answers[Order['kind']]> {
  switch (order.kind) {
    case 'join':
      await room.join(order.places);
      return null;
    case 'put':
      await room.put(order.update);
      return null;
    case 'type':
      return room.type(order.perSecond, order.milliseconds, order.ramp ?? 0);
    case 'flood':
      return room.flood(order.characters, order.window);
    case 'write':
      await room.write(order.updates, order.window);
      return null;
    case 'open':
      return open(order.place, order.position, order.times);
    case 'ledger':
      return room.ledger();
    case 'leave':
      await room.leave();
      return null;
  }
}

process.on('message', (order: Order) => {
  void obey(order).then((answer) => process.send?.({ answer }));
});
process.on('disconnect', () => process.exit(0));
