import type { EntryContext } from '@remix-run/node';
import { createReadableStreamFromReadable } from '@remix-run/node';
import { RemixServer } from '@remix-run/react';
import { isbot } from 'isbot';
import { renderToPipeableStream } from 'react-dom/server';
import type { RequestContext } from '../db/request-context.ts';
import { NonceContext } from './ui/mantine/nonce.ts';
import { withoutZeroBytes } from './without-zero-bytes.server.ts';

const abortMs = 5_000;

export { handleError } from './handle-error.server.ts';

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: RequestContext,
) {
  const nonce = context.nonce;
  return new Promise<Response>((resolve, reject) => {
    const ready = isbot(request.headers.get('user-agent') ?? '') ? 'onAllReady' : 'onShellReady';
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext.Provider value={nonce}>
        <RemixServer context={remix} url={request.url} abortDelay={abortMs} nonce={nonce} />
      </NonceContext.Provider>,
      {
        nonce,
        [ready]: () => {
          const body = withoutZeroBytes();
          headers.set('content-type', 'text/html; charset=utf-8');
          resolve(new Response(createReadableStreamFromReadable(body), { headers, status }));
          pipe(body);
        },
        onShellError: reject,
        onError: (error: unknown) => {
          // A reader that left is no failure of ours.
          if (!request.signal.aborted) context.log.error({ err: error }, 'rendering failed');
        },
      },
    );
    setTimeout(abort, abortMs);
  });
}
