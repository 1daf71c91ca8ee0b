import { Button, Group, Modal, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { formatInstant } from '../../machines/calendar/slots.ts';
import { photoWords as words } from '../words/visit/photos-words.ts';
import styles from './photos.module.css';
import type { ShownPhoto } from './shown-photo.ts';

type Props = {
  photos: readonly ShownPhoto[];
  /** Its place among them; null: closed. */
  opened: number | null;
  open: (place: number | null) => void;
};

/** One photo as large as the screen, with the next and the one before by button and arrow key. */
export function PhotoViewer({ photos, opened, open }: Props) {
  const photo = opened === null ? undefined : photos[opened];
  const [failed, setFailed] = useState<number | null>(null);
  const go = (by: number) => {
    const next = (opened ?? 0) + by;
    if (photo && next >= 0 && next < photos.length) open(next);
  };
  useHotkeys([
    ['ArrowLeft', () => go(-1)],
    ['ArrowRight', () => go(1)],
  ]);
  return (
    <Modal
      opened={photo !== undefined}
      onClose={() => open(null)}
      title={photo && words.title(opened! + 1, photos.length)}
      closeButtonProps={{ 'aria-label': words.close }}
      size="xl"
      classNames={{ body: styles.viewer! }}
    >
      {photo && (
        <>
          {failed === photo.id ? (
            <Text role="alert">{words.noPhoto}</Text>
          ) : (
            <a href={`/photos/${photo.id}`} target="_blank" rel="noreferrer" aria-label={words.whole}>
              <img
                key={photo.id}
                src={`/photos/${photo.id}`}
                alt={words.of(opened! + 1, new Date(photo.takenAt))}
                className={styles.whole}
                onError={() => setFailed(photo.id)}
              />
            </a>
          )}
          <Text size="sm" c="dimmed">
            {photo.technicianName} · {formatInstant(new Date(photo.takenAt))}
          </Text>
          {photos.length > 1 && <Turn place={opened!} count={photos.length} go={go} />}
        </>
      )}
    </Modal>
  );
}

const Turn = ({ place, count, go }: { place: number; count: number; go: (by: number) => void }) => (
  <Group justify="space-between" wrap="nowrap">
    <Button
      variant="default"
      size="md"
      disabled={place === 0}
      leftSection={<IconChevronLeft size={18} aria-hidden />}
      onClick={() => go(-1)}
    >
      {words.previous}
    </Button>
    <Button
      variant="default"
      size="md"
      disabled={place === count - 1}
      rightSection={<IconChevronRight size={18} aria-hidden />}
      onClick={() => go(1)}
    >
      {words.next}
    </Button>
  </Group>
);
