import { Outlet } from '@remix-run/react';
import { Mantine } from '../../ui/mantine.tsx';

/** What stands around every screen that is drawn with Mantine's components: all but the boards and the technician's day. */
export default function WithMantine() {
  return (
    <Mantine>
      <Outlet />
    </Mantine>
  );
}
