import type { FastifyRequest } from 'fastify';
import { type Refusal, type RefusalCode, refuseField } from '../../machines/words/refusals.ts';

export type UploadRefusals = { missing: RefusalCode; tooLarge: RefusalCode; unreadable: RefusalCode };

/**
 * A multipart form with one file, in the field of that name, and texts before or after it. The form parser's errors
 * are all about the input.
 */
export async function readUpload(
  request: FastifyRequest,
  field: string,
  refusals: UploadRefusals,
): Promise<{ bytes: Buffer; texts: Map<string, string> } | Refusal> {
  if (!request.isMultipart()) return refuseField(refusals.missing, field);
  const texts = new Map<string, string>();
  let bytes: Buffer | null = null;
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') texts.set(part.fieldname, String(part.value));
      else if (part.fieldname !== field || bytes) return refuseField(refusals.missing, field);
      else {
        bytes = await part.toBuffer();
        if (part.file.truncated) return refuseField(refusals.tooLarge, field);
      }
    }
  } catch (error) {
    return refusalOf(error, field, refusals);
  }
  return bytes ? { bytes, texts } : refuseField(refusals.missing, field);
}

export const refusalOf = (error: unknown, field: string, { tooLarge, unreadable }: UploadRefusals): Refusal =>
  refuseField((error as { statusCode?: number }).statusCode === 413 ? tooLarge : unreadable, field);
