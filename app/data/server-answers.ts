const waitsMs = 4_000;

/** Whether the server can be reached: what failed then failed for another reason. */
export async function serverAnswers(): Promise<boolean> {
  try {
    const answer = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(waitsMs) });
    // Unread, the request would stay open.
    await answer.text();
    return answer.ok;
  } catch {
    return false;
  }
}
