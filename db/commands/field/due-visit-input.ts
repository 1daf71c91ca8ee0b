import { z } from 'zod';
import { id, seenVersion } from '../input.ts';

/** A visit whose deadline has passed, as it was found. */
export const dueVisitInput = z.object({ visit_id: id, version: seenVersion });
