import { z } from 'zod';
import { operationCode, text } from './shapes.ts';

/** Contract §11 'search'. */
export const searchAnswer = z.strictObject({
  items: z
    .array(
      z.strictObject({
        kind: z.enum(['order', 'client', 'visit']),
        number: text.meta({ description: 'OT or client: 11 digits; visit: its id, as text.' }),
        title: text.meta({ description: "The client's name." }),
        detail: text.meta({
          description: 'What distinguishes it: address, node, telephone, document, device or day.',
        }),
        subsidiary: operationCode,
      }),
    )
    .max(20),
});
