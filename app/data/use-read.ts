import { QueryClient, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { readJson } from './read-json.ts';

const newClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        // What was read lasts as long as what shows it: a dialog that opens again asks again.
        gcTime: 0,
        // Without a network the screen says so and offers to ask again, and asks by itself once there is one.
        networkMode: 'always',
        refetchOnReconnect: true,
        refetchOnWindowFocus: false,
      },
    },
  });

let ofThisTab: QueryClient | undefined;
/** No provider at the root of the screens: the library loads with the first dialog (ux.md U35). The server reads nothing. */
function clientOf(): QueryClient {
  if (typeof window === 'undefined') return newClient();
  if (!ofThisTab) {
    ofThisTab = newClient();
    // As a provider would: it listens to the network's coming back.
    ofThisTab.mount();
  }
  return ofThisTab;
}

export type Read<Answer> = (
  | { state: 'asking' }
  | { state: 'failed' }
  | { state: 'answered'; answer: Answer }
) & {
  /** Ask again behind what is shown: it stays until the new answer is there. */
  refresh(): void;
  /** Ask again after a failure. */
  retry(): void;
};

/** A refresh that failed is tried again after this. */
const refreshAgainMs = 2_000;

/**
 * Ask an address of our own server, whose answers, refusals included, are JSON; null: nothing to ask.
 * @param options.keep what was shown stays while another address is asked
 */
export function useRead<Answer>(address: string | null, options: { keep?: boolean } = {}): Read<Answer> {
  const [client] = useState(clientOf);
  const { data, isError, isFetching, refetch } = useQuery<{ answer: Answer }>(
    {
      queryKey: [address],
      queryFn: async ({ signal }) => ({ answer: await readJson<Answer>(address!, signal) }),
      enabled: address !== null,
      ...(options.keep ? { placeholderData: (before: { answer: Answer } | undefined) => before } : {}),
      refetchInterval: ({ state }) =>
        state.status === 'error' && state.data !== undefined ? refreshAgainMs : false,
    },
    client,
  );
  // An answer under way may have been read before the news that asks for a refresh: one more follows it.
  const once = useRef(false);
  const refresh = useCallback(() => {
    if (client.getQueryState([address])?.fetchStatus === 'fetching') once.current = true;
    else void refetch();
  }, [client, address, refetch]);
  useEffect(() => {
    if (isFetching || !once.current) return;
    once.current = false;
    void refetch();
  }, [isFetching, refetch]);
  const retry = useCallback(() => void refetch(), [refetch]);
  if (address !== null && data !== undefined)
    return { state: 'answered', answer: data.answer, refresh, retry };
  return { state: isError && !isFetching ? 'failed' : 'asking', refresh, retry };
}
