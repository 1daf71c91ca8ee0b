import { Outlet } from '@remix-run/react';
import { Mantine } from '../../ui/mantine/mantine.tsx';

/** Its document waits for the styles of Mantine's components (`app/root.tsx`). */
export type MantineHandle = { onMantine: true } | undefined;
export const handle: MantineHandle = { onMantine: true };

/** What stands around every screen that is drawn with Mantine's components: all but the boards and the technician's day. */
export default function WithMantine() {
  return (
    <Mantine>
      <Outlet />
    </Mantine>
  );
}
