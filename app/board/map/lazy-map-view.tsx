import { Alert, Button } from '@mantine/core';
import { useState } from 'react';
import { useLazyPart } from '../../ui/parts/use-lazy-part.ts';
import { mapWords as words } from '../../words/board/map-words.ts';
import { DayLoading } from '../day/day-loading.tsx';
import type { MapViewProps } from './map-view.tsx';

const load = () => import('./map-view.tsx').then(({ MapView }) => MapView);

/** The map is fetched with its first use: week and day do without it. */
export function LazyMapView(props: MapViewProps) {
  const [failed, setFailed] = useState(false);
  const { Part } = useLazyPart<MapViewProps>(true, load, () => setFailed(true));
  if (failed)
    return (
      <Alert color="red" variant="light" m="md" title={words.failed}>
        <Button size="xs" variant="default" onClick={() => window.location.reload()}>
          {words.retry}
        </Button>
      </Alert>
    );
  return Part ? <Part {...props} /> : <DayLoading />;
}
