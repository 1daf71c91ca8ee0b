import { Menu } from '@mantine/core';
import { Link, useNavigate } from '@remix-run/react';
import {
  IconBookmarkPlus,
  IconCheck,
  IconDeviceFloppy,
  IconDeviceTv,
  IconLink,
  IconPencil,
  IconPin,
  IconPinnedOff,
  IconTrash,
  IconX,
} from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { addressOfView, viewParam } from '../../../machines/access/saved-views.ts';
import { useViewer } from '../../routes/signed-in/screen.ts';
import { DroppedMenu } from '../../ui/content/dropped.tsx';
import { lazyPart } from '../../ui/parts/lazy-part.ts';
import type { DropProps } from '../../ui/plain/drop-button.tsx';
import { savedViewWords as words } from '../../words/board/saved-views-words.ts';
import { useAddress } from '../use-address.ts';
import styles from './saved-views.module.css';
import { type BoardNow, searchOf } from './shown-view.ts';
import type { Shown } from './use-shown-view.ts';
import { useViewActs } from './use-view-acts.ts';

const ViewDialog = lazyPart(() => import('./view-dialog.tsx'));
const LinkDialog = lazyPart(() => import('./link-dialog.tsx'));

const icon = { size: 16, 'aria-hidden': true } as const;

type Dialog = 'save' | 'keep' | 'rename';

export type ViewsProps = { now: BoardNow; shown: Shown | null };

/** Open one of the views, save what is shown, change or share the one that is open. */
export function ViewsDropdown({ now, shown, ...drop }: ViewsProps & DropProps) {
  const { views } = useViewer();
  const { set } = useAddress();
  const acts = useViewActs();
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const mine = shown?.own ? views.find(({ id }) => id === shown.view.id) : undefined;
  return (
    <>
      <DroppedMenu {...drop} width={300} className={styles.dropdown}>
        <MyViews opened={shown?.view.id ?? null} />
        <Menu.Divider />
        <SaveItems now={now} shown={shown} acts={acts} setDialog={setDialog} />
        {mine && <OwnItems view={mine} acts={acts} rename={() => setDialog('rename')} />}
        {shown && (
          <>
            <Menu.Item leftSection={<IconLink {...icon} />} onClick={() => void acts.copy(shown.view)}>
              {words.copy}
            </Menu.Item>
            <Menu.Item leftSection={<IconX {...icon} />} onClick={() => set({ [viewParam]: null })}>
              {words.leave}
            </Menu.Item>
          </>
        )}
        {mine && (
          <Menu.Item leftSection={<IconTrash {...icon} />} onClick={() => acts.remove(mine)}>
            {words.remove}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item
          component={Link}
          to={`/pizarra?op=${now.operations.join(',')}`}
          reloadDocument
          leftSection={<IconDeviceTv {...icon} />}
        >
          {words.wall}
        </Menu.Item>
      </DroppedMenu>
      {/* Only around what is shown: React hydrates a boundary after the rest, and an update before that is an error. */}
      {(dialog || acts.link) && (
        <Suspense fallback={null}>
          {dialog && (
            <ViewDialog
              mode={dialog}
              view={dialog === 'save' ? null : (shown?.view ?? null)}
              now={now}
              close={() => setDialog(null)}
              done={acts.read}
            />
          )}
          {acts.link && <LinkDialog link={acts.link} close={acts.closeLink} />}
        </Suspense>
      )}
    </>
  );
}

function MyViews({ opened }: { opened: string | null }) {
  const { views, boards, operations } = useViewer();
  const navigate = useNavigate();
  return (
    <>
      <Menu.Label>{words.mine}</Menu.Label>
      {views.length === 0 && <p className={styles.none}>{words.none}</p>}
      {views.map((view) => (
        <Menu.Item
          key={view.id}
          leftSection={view.id === opened ? <IconCheck {...icon} /> : <span className={styles.blank} />}
          rightSection={view.isDefault && <span className={styles.mark}>{words.isDefault}</span>}
          onClick={() => {
            const to = addressOfView(view, { operations, boards });
            if (to) navigate(to);
          }}
        >
          {view.name}
        </Menu.Item>
      ))}
    </>
  );
}

type SaveProps = ViewsProps & {
  acts: ReturnType<typeof useViewActs>;
  setDialog: (dialog: Dialog) => void;
};

/** What is shown, over the view that is open, among one's own, or as a new view. */
const SaveItems = ({ now, shown, acts, setDialog }: SaveProps) => (
  <>
    {shown?.changed && shown.own && (
      <Menu.Item
        leftSection={<IconDeviceFloppy {...icon} />}
        onClick={() => acts.overwrite(shown.view, now.board, searchOf(now))}
      >
        {words.overwrite(shown.view.name)}
      </Menu.Item>
    )}
    {shown && !shown.own && (
      <Menu.Item leftSection={<IconBookmarkPlus {...icon} />} onClick={() => setDialog('keep')}>
        {words.keep}
      </Menu.Item>
    )}
    {(!shown || shown.own) && (
      <Menu.Item leftSection={<IconBookmarkPlus {...icon} />} onClick={() => setDialog('save')}>
        {shown ? words.saveNew : words.saveFirst}
      </Menu.Item>
    )}
  </>
);

type OwnProps = {
  view: ReturnType<typeof useViewer>['views'][number];
  acts: ReturnType<typeof useViewActs>;
  rename: () => void;
};

const OwnItems = ({ view, acts, rename }: OwnProps) => (
  <>
    <Menu.Item leftSection={<IconPencil {...icon} />} onClick={rename}>
      {words.rename}
    </Menu.Item>
    <Menu.Item
      leftSection={view.isDefault ? <IconPinnedOff {...icon} /> : <IconPin {...icon} />}
      onClick={() => acts.setDefault(view, !view.isDefault)}
    >
      {view.isDefault ? words.endDefault : words.makeDefault}
    </Menu.Item>
  </>
);
