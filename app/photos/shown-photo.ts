/** A photo of a visit, as a list of them needs it; the picture is at `/photos/<id>`. */
export type ShownPhoto = { id: number; takenAt: string | Date; technicianName: string };
