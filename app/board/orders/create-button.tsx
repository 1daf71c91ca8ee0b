import { Button, Group, Text, Tooltip } from '@mantine/core';
import { Link, useLocation } from '@remix-run/react';
import { IconCalendarPlus } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { Shown } from '../../../db/reads/registry.ts';
import { formatDay, slotLabel, weekdayName } from '../../../machines/calendar/slots.ts';
import { creationPath } from '../../routes/new-visit/way-back.ts';
import { orderWords } from '../../words/visit/order-words.ts';
import styles from '../board.module.css';
import { type Place, placeText, readPlace } from '../create/place.ts';

/**
 * 'Generar Visita' stands only under an open order with no pending visits (S1 §2, §4), else the reason does.
 * Where it stands and may not be pressed, it says why.
 */
export function CreateButton({ answer }: { answer: Shown<'order'> }) {
  const { order, mayCreate, whyNot } = answer;
  const { search } = useLocation();
  const place = readPlace(new URLSearchParams(search).get('crear'));
  const button = useFocusWhenChosen(place);
  const icon = <IconCalendarPlus size={16} aria-hidden />;
  if (whyNot === 'closed' || whyNot === 'pending')
    return (
      <Text size="sm" c="dimmed" role="status" className={styles.dialogFoot}>
        {orderWords.why[whyNot]}
      </Text>
    );
  if (mayCreate && !whyNot)
    return (
      <Group justify="flex-end" className={styles.dialogFoot} data-foot>
        {place && <PlaceText place={place} slots={order.possibleSlots} />}
        <Button
          ref={button}
          component={Link}
          to={creationPath(order, search)}
          leftSection={icon}
          data-autofocus
        >
          {orderWords.create}
        </Button>
      </Group>
    );
  const why = mayCreate ? orderWords.noSlots : orderWords.why.permission;
  return (
    <Group justify="flex-end" className={styles.dialogFoot} data-foot>
      <Text size="sm" c="dimmed" id="why-not-create">
        {why}
      </Text>
      <Tooltip label={why}>
        <Button
          data-disabled
          aria-disabled
          aria-describedby="why-not-create"
          onClick={(event) => event.preventDefault()}
          leftSection={icon}
        >
          {orderWords.create}
        </Button>
      </Tooltip>
    </Group>
  );
}

/** A cell of the week was chosen while the order was open: its button is what comes next. */
function useFocusWhenChosen(place: Place | null) {
  const button = useRef<HTMLAnchorElement>(null);
  const key = place && placeText(place);
  useEffect(() => {
    if (key) button.current?.focus({ preventScroll: true });
  }, [key]);
  return button;
}

function PlaceText({ place, slots }: { place: Place; slots: readonly (Hours & { id: number })[] }) {
  const slot = slots.find(({ id }) => id === place.slotId);
  return (
    <Text size="sm" role="status">
      {weekdayName(place.day)} {formatDay(place.day).slice(0, 5)}
      {slot && `, ${slotLabel(slot)}`}
    </Text>
  );
}
type Hours = Parameters<typeof slotLabel>[0];
