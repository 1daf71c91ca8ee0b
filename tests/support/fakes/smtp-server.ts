import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer, type SMTPServerAddress } from 'smtp-server';
import { type Fake, makeFaults, makeJournal } from './fake.ts';
import { readMail } from './read-mail.ts';

export type SmtpServer = Fake & {
  /** What `smtpUrl` is set to, credentials included. */
  url: string;
  /** No such mailbox: 550 5.1.1 at RCPT TO. */
  forget(address: string): void;
  close(): Promise<void>;
};

/**
 * A strict SMTP server on a real socket. A delivery's `text` is decoded, its `id` is the Message-ID, and its
 * `raw` is { from, subject, source }.
 * Faults: rate-limit 450, forbidden 550 and bad-gateway 451 at RCPT TO, bad-request 554 after the message,
 * hang never answers the message, cut takes it and destroys the socket, mute never even greets.
 */
export async function startSmtp(
  options: { port?: number; user?: string; password?: string } = {},
): Promise<SmtpServer> {
  const { user, password } = options;
  const journal = makeJournal();
  const faults = makeFaults();
  const missing = new Set<string>();
  const sockets = new Map<number, Socket>();

  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: !user,
    allowInsecureAuth: true,
    closeTimeout: 100,
    onConnect(_session, accept) {
      if (faultNow(null, 'mute')) return;
      accept();
    },
    onAuth(auth, _session, done) {
      if (auth.username === user && auth.password === password) return done(null, { user });
      done(refusal(535, '5.7.8 Authentication credentials invalid'));
    },
    onRcptTo({ address }: SMTPServerAddress, _session, done) {
      if (!/^[^@\s]+@[^@\s]+\.[^@\s.]+$/.test(address))
        return done(refusal(553, '5.1.3 Bad recipient address'));
      if (missing.has(address)) return done(refusal(550, '5.1.1 No such user here'));
      const fault = faultNow(address, 'rate-limit', 'forbidden', 'bad-gateway');
      if (fault?.kind === 'rate-limit') {
        return done(refusal(450, `4.7.1 Rate limited, try again in ${fault.retryAfterSeconds} s`));
      }
      if (fault?.kind === 'forbidden') return done(refusal(550, '5.1.1 Mailbox unavailable'));
      if (fault?.kind === 'bad-gateway') return done(refusal(451, '4.3.0 Local error in processing'));
      done();
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const fault = faultNow(session.envelope.rcptTo[0]?.address ?? null, 'bad-request', 'hang', 'cut');
        if (fault?.kind === 'bad-request') return done(refusal(554, '5.6.0 Message content rejected'));
        if (fault?.kind === 'hang') return;
        const source = Buffer.concat(chunks).toString('utf8');
        const { headers, subject, text } = readMail(source);
        const id = headers.get('message-id') ?? '';
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom ? mailFrom.address : null;
        for (const { address } of rcptTo)
          journal.add({ id, to: address, text, raw: { from, subject, source } });
        if (fault?.kind === 'cut') return void sockets.get(session.remotePort)?.destroy();
        done();
      });
    },
  });
  /** The armed fault, if it is one that belongs to this moment of the conversation. */
  const faultNow = (to: string | null, ...kinds: string[]) => {
    const kind = faults.peek();
    return kind && kinds.includes(kind) ? faults.next(to) : null;
  };
  server.server.on('connection', (socket: Socket) => {
    sockets.set(socket.remotePort!, socket);
    socket.once('close', () => sockets.delete(socket.remotePort!));
  });
  server.on('error', () => {}); // a client that hung up is its own business
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', () => resolve()));
  const { port } = server.server.address() as AddressInfo;

  const credentials = user ? `${encodeURIComponent(user)}:${encodeURIComponent(password ?? '')}@` : '';
  return {
    url: `smtp://${credentials}127.0.0.1:${port}`,
    journal,
    faults,
    forget: (address) => void missing.add(address),
    close: async () => {
      for (const socket of sockets.values()) socket.destroy();
      await new Promise<void>((resolve) => server.close(resolve));
    },
  };
}

function refusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
