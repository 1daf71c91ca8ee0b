import { IconAlertTriangle, IconBrandWhatsapp, IconMapPin, IconPhone } from '@tabler/icons-react';
import { Fragment } from 'react';
import type { ContactField } from '../../../machines/customer/contact.ts';
import type { TelephonePart } from '../../../machines/telephone/read-field.ts';
import { technicianWords } from '../../words/technician/technician-words.ts';
import plain from '../plain/plain.module.css';
import styles from './reach.module.css';

const className = `${plain.link} ${styles.reach}`;

type MapLinkProps = { address: string; location: string | null; at?: { lat: number; lon: number } | null };

/**
 * An address that opens the maps app: street and town, without which it is in any town.
 * @param at its coordinates, which lead there more surely; null: not known
 */
export function MapLink({ address, location, at }: MapLinkProps) {
  const place = [address, location].filter(Boolean).join(', ');
  if (!place) return null;
  return (
    <a
      className={className}
      href={`https://www.google.com/maps/search/?api=1&query=${at ? `${at.lat},${at.lon}` : encodeURIComponent(place)}`}
      target="_blank"
      rel="noreferrer"
      aria-label={`${technicianWords.map}: ${place}`}
    >
      <IconMapPin size={16} aria-hidden /> <span>{place}</span>
    </a>
  );
}

/**
 * A field of telephones: each number a link that calls it, as it was written, and what stands between them as text. Where
 * no number of it can be called it says so.
 */
export function TelephoneLinks({ telephones, onCall }: { telephones: TelephonePart[]; onCall?: () => void }) {
  if (telephones.length === 0)
    return <span className={`${plain.small} ${plain.dimmed}`}>{technicianWords.noTelephone}</span>;
  return (
    <span className={styles.numbers}>
      {telephones.map(({ text, tel }, at) =>
        tel === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text, in its order
          <span key={at}>{text.trim()}</span>
        ) : (
          <a
            // biome-ignore lint/suspicious/noArrayIndexKey: the same
            key={at}
            className={className}
            href={`tel:${tel}`}
            {...(onCall ? { onClick: onCall } : {})}
            aria-label={`${technicianWords.call} ${text.trim()}`}
          >
            <IconPhone size={16} aria-hidden /> <span>{text.trim()}</span>
          </a>
        ),
      )}
      {telephones.every(({ tel }) => tel === null) && <Unusable text={technicianWords.unusable.telephone} />}
    </span>
  );
}

/** A chat with the customer for each of the telephones that is a mobile. */
export function WhatsappLinks({ telephones }: { telephones: TelephonePart[] }) {
  const mobiles = telephones.filter(({ whatsapp }) => whatsapp !== null);
  return mobiles.map(({ text, whatsapp }) => (
    <Fragment key={whatsapp}>
      <a
        className={className}
        href={`https://wa.me/${whatsapp}`}
        target="_blank"
        rel="noreferrer"
        {...(mobiles.length > 1 ? { 'aria-label': `${technicianWords.whatsapp} ${text.trim()}` } : {})}
      >
        <IconBrandWhatsapp size={16} aria-hidden /> <span>{technicianWords.whatsapp}</span>
      </a>{' '}
    </Fragment>
  ));
}

/**
 * The fields of a client to which no message can go, though they are filled.
 * @param beside they stand beside their field, whose label says which it is
 */
export function UnusableFields({ fields, beside = false }: { fields: ContactField[]; beside?: boolean }) {
  const messages = fields.filter((field) => field !== 'telephone');
  return messages.map((field) => (
    <Unusable
      key={field}
      text={technicianWords.unusable[beside && field === 'wa_number' ? 'telephone' : field]}
    />
  ));
}

function Unusable({ text }: { text: string }) {
  return (
    <span className={styles.unusable}>
      <IconAlertTriangle size={14} aria-hidden /> {text}
    </span>
  );
}
