/**
 * Opens the door once everything behind it is there: whoever comes while a process starts is refused the connection,
 * so that whoever balances the load takes it elsewhere and nobody is answered 503 by one that is almost ready. What
 * takes longer than that, a database that is away, is waited for behind an open door that says so.
 *
 * @param prepare resolves when everything is there, however long that takes
 * @param patienceMs how long the door stays closed at most
 * @throws what `prepare` or `listen` throws
 */
export async function startListening(
  prepare: () => Promise<void>,
  listen: () => Promise<unknown>,
  patienceMs: number,
): Promise<void> {
  const prepared = prepare();
  // It is waited for below; until then its failure is nobody's accident.
  prepared.catch(() => {});
  let late: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    late = setTimeout(resolve, patienceMs);
  });
  await Promise.race([prepared, patience]).finally(() => clearTimeout(late));
  await listen();
  await prepared;
}
