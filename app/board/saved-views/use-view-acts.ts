import { useState } from 'react';
import { viewParam, viewPath } from '../../../machines/access/saved-views.ts';
import { useReading } from '../../data/revalidate.ts';
import type { CommandName } from '../../data/send-command.ts';
import { useSend } from '../../forms/use-send.ts';
import { confirm } from '../../ui/dialogs/confirm.ts';
import { showDone, showRefused } from '../../ui/toasts/toast.ts';
import { savedViewWords as words } from '../../words/board/saved-views-words.ts';
import { useAddress } from '../use-address.ts';
import type { AnyView } from './shown-view.ts';

/** What is done with a view by one press of the menu. */
export function useViewActs() {
  const { set } = useAddress();
  const { send } = useSend();
  const read = useReading();
  /** An address that the browser would not copy. */
  const [link, setLink] = useState<string | null>(null);

  const act = async (name: CommandName, input: object, message: string): Promise<boolean> => {
    const sent = await send(name, input);
    if (!sent) return false;
    if (sent.ok) showDone(message);
    else showRefused(sent.text || words.noAnswer);
    // Also what was refused: another tab may have deleted it.
    if (sent.ok || sent.status !== 0) read();
    return sent.ok;
  };

  return {
    read,
    link,
    closeLink: () => setLink(null),
    overwrite: (view: AnyView, board: string, search: string) =>
      void act('editView', { id: view.id, board, search }, words.saved(view.name)),
    setDefault: (view: AnyView, isDefault: boolean) =>
      void act(
        'editView',
        { id: view.id, is_default: isDefault },
        isDefault ? words.becameDefault(view.name) : words.noDefault,
      ),
    remove: (view: AnyView) =>
      confirm(
        {
          title: words.removeTitle(view.name),
          text: words.removeText,
          confirm: words.removeYes,
          cancel: words.cancel,
        },
        () =>
          void act('deleteView', { id: view.id }, words.removed(view.name)).then(
            (done) => done && set({ [viewParam]: null }),
          ),
      ),
    copy: async (view: AnyView) => {
      const address = new URL(viewPath(view.id), window.location.href).href;
      try {
        // Not there over plain http from another machine.
        await navigator.clipboard.writeText(address);
        showDone(words.copied);
      } catch {
        setLink(address);
      }
    },
  };
}
