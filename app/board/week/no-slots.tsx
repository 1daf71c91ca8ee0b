import { Empty } from '../../ui/content/error-page.tsx';
import { PlainButtonLink } from '../../ui/plain/plain.tsx';
import { boardWords } from '../../words/board/board-words.ts';

/** In the place of a calendar that has no rows. */
export function NoSlots({ operation, mayConfigure }: { operation: string; mayConfigure: boolean }) {
  return (
    <Empty title={boardWords.noSlots}>
      {mayConfigure && (
        <PlainButtonLink to={`/subsidiaries/edit?op=${operation}`} look="light">
          {boardWords.configureNow}
        </PlainButtonLink>
      )}
    </Empty>
  );
}
