/**
 * The headers of a request that changes something at Patroni's REST API, with the account of
 * `PATRONI_RESTAPI_USERNAME` and `PATRONI_RESTAPI_PASSWORD` where they are set, which Patroni itself reads by these names.
 */
export function patroniHeaders(
  settings: Record<string, string | undefined> = process.env,
): Record<string, string> {
  const { PATRONI_RESTAPI_USERNAME: user = 'patroni', PATRONI_RESTAPI_PASSWORD: password } = settings;
  const account = password && Buffer.from(`${user}:${password}`).toString('base64');
  return { 'content-type': 'application/json', ...(account && { authorization: `Basic ${account}` }) };
}
