import { useMergedRef } from '@mantine/hooks';
import type { Ref } from 'react';

/** What Mantine's ScrollArea, and with it every Modal, takes of '@floating-ui/react' (`vite.config.ts`). */
export const useMergeRefs = <Of>(refs: Ref<Of>[]) => useMergedRef(...refs);
