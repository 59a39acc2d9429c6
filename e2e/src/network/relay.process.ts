import { connect, createServer } from 'node:net';

/**
 * Process that serves a Unix socket over TCP in its network namespace: the database listens on a
 * Unix socket only.
 */
const [host = '', port = '', path = ''] = process.argv.slice(2);

createServer((client) => {
  const server = connect(path);
  client.on('error', () => server.destroy());
  server.on('error', () => client.destroy());
  client.on('close', () => server.destroy());
  server.on('close', () => client.destroy());
  client.pipe(server).pipe(client);
}).listen(Number(port), host, () => process.stdout.write('listening\n'));
