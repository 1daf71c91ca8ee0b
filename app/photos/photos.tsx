import { Button, FileButton, Text } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { mostPhotos } from '../../machines/visit/photos.ts';
import type { QueuedStep } from '../offline/step-queue.ts';
import { useStepQueue } from '../offline/steps.tsx';
import { showRefused } from '../ui/toasts/toast.ts';
import { photoWords as words } from '../words/visit/photos-words.ts';
import { uploadOf, useOwnPhotos } from './own-photos.ts';
import { PhotoViewer } from './photo-viewer.tsx';
import styles from './photos.module.css';
import type { ShownPhoto } from './shown-photo.ts';
import { useWaitingPhoto } from './use-waiting-photo.ts';

type Props = {
  visit: { id: number; orderNumber: string };
  photos: readonly ShownPhoto[];
  /** The visit's technician, while it takes photos. */
  mayAdd: boolean;
};

/** A visit's photos, those that wait on this device among them, and the button for more (contract §8). */
export function Photos({ visit, photos, mayAdd }: Props) {
  const queue = useStepQueue();
  const own = useOwnPhotos(visit.id, photos);
  const [opened, setOpened] = useState<number | null>(null);
  const { add, reading, reset } = useAddPhotos(visit, mostPhotos - photos.length - own.length);
  const count = photos.length + own.length + reading;
  const room = mostPhotos - count;

  return (
    <div className={styles.photos}>
      {count === 0 && !mayAdd && (
        <Text size="sm" c="dimmed">
          {words.none}
        </Text>
      )}
      {count > 0 && (
        <ul className={styles.list}>
          {photos.map((photo, index) => (
            <li key={photo.id}>
              <button type="button" className={styles.photo} onClick={() => setOpened(index)}>
                <img
                  src={`/photos/${photo.id}/preview`}
                  alt={words.of(index + 1, new Date(photo.takenAt))}
                  width={320}
                  height={320}
                  loading="lazy"
                />
              </button>
            </li>
          ))}
          {own.map((step) => (
            <Own key={uploadOf(step)} step={step} />
          ))}
        </ul>
      )}
      {mayAdd && queue && (
        <FileButton resetRef={reset} onChange={(files) => void add(files)} accept="image/*" multiple>
          {(button) => (
            <Button
              {...button}
              variant="default"
              size="md"
              h={46}
              loading={reading > 0}
              disabled={room <= 0}
              leftSection={<IconCamera size={18} aria-hidden />}
            >
              {room > 0 ? words.add : words.full}
            </Button>
          )}
        </FileButton>
      )}
      <PhotoViewer photos={photos} opened={opened} open={setOpened} />
    </div>
  );
}

/** Takes photos from the device, made small one after the other; `free`: for how many there is room. */
function useAddPhotos(visit: Props['visit'], free: number) {
  const queue = useStepQueue();
  const [reading, setReading] = useState(0);
  const reset = useRef<() => void>(null);
  const room = free - reading;
  const add = async (files: File[]) => {
    reset.current?.();
    if (files.length > room) showRefused(words.tooMany(room));
    const taken = files.slice(0, Math.max(0, room));
    setReading((before) => before + taken.length);
    const { shrinkPhoto } = await import('./shrink-photo.ts');
    for (const file of taken) {
      const photo = await shrinkPhoto(file).catch((error: Error) => error);
      setReading((before) => before - 1);
      if (photo instanceof Error)
        showRefused(photo.name === 'DecoderUnreachable' ? words.heicNeedsSignal : words.unreadable);
      else {
        const step = { visitId: visit.id, orderNumber: visit.orderNumber, step: 'photo' as const };
        void queue!.add({ ...step, input: { upload: crypto.randomUUID() } }, {}, photo);
      }
    }
  };
  return { add, reading, reset };
}

/** A photo from the device itself: it has not arrived, or a moment ago. */
function Own({ step }: { step: QueuedStep }) {
  const address = useWaitingPhoto(step);
  return (
    <li data-state={step.state}>
      <div className={styles.photo}>
        {address && (
          <img
            src={address}
            alt={step.state === 'sent' ? words.sent : words.waiting}
            width={320}
            height={320}
          />
        )}
        <span className={styles.state}>{words.states[step.state]}</span>
      </div>
    </li>
  );
}
