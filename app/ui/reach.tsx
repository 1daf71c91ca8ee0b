import { IconBrandWhatsapp, IconMapPin, IconPhone } from '@tabler/icons-react';
import { dialable } from '../../machines/words/telephone.ts';
import { technicianWords } from '../words/technician.ts';
import plain from './plain/plain.module.css';
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

/** A telephone number as a link that calls it, as it was written; text where it cannot be called, or there is none. */
export function TelephoneLink({ telephone, onCall }: { telephone: string | null; onCall?: () => void }) {
  if (!telephone)
    return <span className={`${plain.small} ${plain.dimmed}`}>{technicianWords.noTelephone}</span>;
  const tel = dialable(telephone)?.tel;
  if (!tel) return <span>{telephone}</span>;
  return (
    <a
      className={className}
      href={`tel:${tel}`}
      {...(onCall ? { onClick: onCall } : {})}
      aria-label={`${technicianWords.call} ${telephone}`}
    >
      <IconPhone size={16} aria-hidden /> <span>{telephone}</span>
    </a>
  );
}

/** A chat with the customer, where the telephone is a mobile. */
export function WhatsappLink({ telephone }: { telephone: string | null }) {
  const number = dialable(telephone)?.whatsapp;
  if (!number) return null;
  return (
    <a className={className} href={`https://wa.me/${number}`} target="_blank" rel="noreferrer">
      <IconBrandWhatsapp size={16} aria-hidden /> <span>{technicianWords.whatsapp}</span>
    </a>
  );
}
