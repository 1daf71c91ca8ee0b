import { useSend } from '../forms/use-send.ts';
import { showDone, showRefused } from '../ui/toasts/toast.ts';
import { messagesWords as words } from '../words/shell/messages-words.ts';

/** 'Reenviar': one message once more. What came of it is on its way to every screen that shows the message. */
export function useResend() {
  const { busy, send } = useSend();
  const resend = async (noticeId: number): Promise<boolean> => {
    const outcome = await send('resendNotice', { notice_id: noticeId });
    if (!outcome) return false;
    if (outcome.ok) showDone(words.resent);
    else showRefused(outcome.text || words.resendFailed);
    return outcome.ok;
  };
  return { busy, resend };
}
