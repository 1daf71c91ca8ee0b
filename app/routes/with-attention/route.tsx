import { Outlet } from '@remix-run/react';
import { LazyAttention } from '../../attention/lazy-attention.tsx';

/** What stands around every screen of who is signed in: all but the technician's day. */
export default function WithAttention() {
  return (
    <>
      <Outlet />
      <LazyAttention />
    </>
  );
}
