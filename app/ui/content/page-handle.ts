/** What a route says of its document (`app/root.tsx`). */
export type PageHandle = {
  /** It stands on Mantine's components, and waits for their styles. */
  onMantine?: true;
  /** The server draws it, and it takes none of the screens' scripts. */
  withoutScripts?: true;
};
