import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { openApiDocument } from '../../../server/api/openapi.ts';
import { calls } from '../../../server/api/table.ts';

type Operation = { responses: Record<string, { $ref?: string }> };

const document = openApiDocument(calls, {}) as { paths: Record<string, { post: Operation }> };
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true });
ajvFormats.default(ajv);
ajv.addSchema(document, 'api');
const checks = new Map<string, ValidateFunction>();

/**
 * Throws unless the OpenAPI document promises such an answer to this `POST`: its status, and every field of its body.
 * What no call has as its path is only held to the envelope of a failure.
 */
export function expectDocumented(path: string, status: number, body: unknown): void {
  const check = checkOf(path, status);
  if (check(body)) return;
  const problems = (check.errors ?? [])
    .slice(0, 5)
    .map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`);
  throw new Error(
    `POST ${path} answered ${status} unlike its document:\n${problems.join('\n')}\n${JSON.stringify(body)?.slice(0, 500)}`,
  );
}

function checkOf(path: string, status: number): ValidateFunction {
  const name = `${path} ${status}`;
  let check = checks.get(name);
  if (!check) {
    check = ajv.compile({ $ref: `api#${pointerOf(path, status)}/content/application~1json/schema` });
    checks.set(name, check);
  }
  return check;
}

function pointerOf(path: string, status: number): string {
  const operation = Object.hasOwn(document.paths, path) ? document.paths[path]!.post : undefined;
  if (!operation) return `/components/responses/Refused${status}`;
  const response = operation.responses[status];
  if (!response) throw new Error(`POST ${path} answered ${status}, which its document does not name`);
  return (
    response.$ref?.slice(1) ??
    `/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/post/responses/${status}`
  );
}
