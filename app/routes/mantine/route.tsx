import { Outlet, useMatches } from '@remix-run/react';
import { LazyAttention } from '../../attention/lazy-attention.tsx';
import { Mantine } from '../../ui/mantine.tsx';

/** What stands around every screen that is made of Mantine's components: all but the technician's day. */
export default function WithMantine() {
  const signedIn = useMatches().some(({ id }) => id === 'mantine-signed-in');
  return (
    <Mantine>
      <Outlet />
      {signedIn && <LazyAttention />}
    </Mantine>
  );
}
