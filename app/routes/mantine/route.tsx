import { Outlet } from '@remix-run/react';
import type { PageHandle } from '../../ui/content/page-handle.ts';
import { Mantine } from '../../ui/mantine/mantine.tsx';

/** Its document waits for the styles of Mantine's components (`app/root.tsx`). */
export const handle: PageHandle = { onMantine: true };

/** What stands around every screen that is drawn with Mantine's components: all but the boards and the technician's day. */
export default function WithMantine() {
  return (
    <Mantine>
      <Outlet />
    </Mantine>
  );
}
