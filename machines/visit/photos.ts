import { oldestMs } from './moment.ts';

/** How many photos a visit has at most (contract §8). */
export const mostPhotos = 8;

/** How large a photo may be when it is sent, in bytes. */
export const maxPhotoBytes = 5_242_880;

/** A photo is sent in pieces of so many bytes, so that a cut costs one piece and not the photo. */
export const pieceBytes = 65_536;
export const mostPieces = Math.ceil(maxPhotoBytes / pieceBytes);

/** The longer side of a photo as it is kept, in points. */
export const photoSide = 1_600;

/** Whether a visit takes no more photos: its technician's phone may report what it did for so long after the end. */
export const takesNoMore = (closedAt: Date | null, now: Date): boolean =>
  closedAt !== null && now.getTime() - closedAt.getTime() > oldestMs;

/** Whether a technician is offered to add one. */
export const mayAddPhoto = (
  visit: { technicianId: number | null; closedAt: Date | string | null },
  technicianId: number,
  now: Date,
): boolean =>
  visit.technicianId === technicianId &&
  !takesNoMore(visit.closedAt === null ? null : new Date(visit.closedAt), now);
