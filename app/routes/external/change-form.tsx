import type { OfferedDay } from '../../../db/reads/visits/external-visit.ts';
import { dayInWords } from '../../../machines/calendar/slots.ts';
import { externalWords } from '../../words/shell/external-words.ts';
import styles from './external.module.css';

const { conversation } = externalWords;

/**
 * A day and a slot among those that the operation offers. The slots of the chosen day are shown by the style sheet
 * (`.places`), so that it needs no script; each day has a choice of its own, of which the chosen day's counts
 * (`read-form.server.ts`).
 */
export function DayAndSlot({ days }: { days: OfferedDay[] }) {
  return (
    <div className={styles.places}>
      <div className={styles.day}>
        <label htmlFor="new_date">{conversation.day}</label>
        <select id="new_date" name="new_date">
          {days.map(({ day }) => (
            <option key={day} value={day}>
              {dayInWords(day)}
            </option>
          ))}
        </select>
      </div>
      {days.map((offered) => (
        <SlotsOf key={offered.day} offered={offered} />
      ))}
    </div>
  );
}

function SlotsOf({ offered }: { offered: OfferedDay }) {
  return (
    <fieldset className={styles.slots}>
      <legend>{conversation.slot}</legend>
      {offered.slots.map(({ id, name, from, to, left }, index) => (
        <label key={id} className={styles.slot}>
          <input type="radio" name={`slot-${offered.day}`} value={id} defaultChecked={index === 0} />
          <span>
            {conversation.hours(from, to)}
            {/* A slot that is called by its hours says them once. */}
            <small>
              {[/\p{L}{2}/u.test(name) && name, left !== null && conversation.left(left)]
                .filter(Boolean)
                .join(' · ')}
            </small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
