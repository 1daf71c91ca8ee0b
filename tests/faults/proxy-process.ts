import { createServer, request } from 'node:http';
import { openProxy } from '../../server/supervisor/fleet/proxy.ts';

// A proxy as a process of its own: `fleet`, the product's, or `streaming`, one that passes everything on as it comes
// and bounds nothing. Its port, and that of the web process behind it, stand on the command line.

const [kind, port, behind] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];

if (kind === 'fleet') (await openProxy(port, '127.0.0.1')).add(behind);
else await openStreamingProxy();
process.send?.('ready');
process.once('disconnect', () => process.exit());

async function openStreamingProxy(): Promise<void> {
  const server = createServer((incoming, answer) => {
    const headers = { ...incoming.headers, 'x-forwarded-for': incoming.socket.remoteAddress };
    const { method, url: path } = incoming;
    const sent = request(
      { host: '127.0.0.1', port: behind, method, path, headers, agent: false },
      (response) => {
        // How long a connection is kept is said by its own server: this one keeps it for less than the web process.
        const { connection: _, 'keep-alive': __, ...passed } = response.headers;
        answer.writeHead(response.statusCode!, passed);
        response.pipe(answer);
        response.once('error', () => answer.destroy());
      },
    );
    sent.once('error', () => answer.destroy());
    answer.once('close', () => sent.destroy());
    incoming.pipe(sent);
  });
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
}
