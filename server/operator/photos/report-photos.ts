import type { CheckedFiles } from '../../../db/backup/photo-files.ts';

/** Prints what became of the photos. @returns the command's exit code: 1 where one is lost */
export function reportPhotos({ right, restored, missing, different, withoutPhoto }: CheckedFiles): number {
  const brought = restored > 0 ? `, ${restored} brought back` : '';
  console.log(`Photos: ${right} as the record names them${brought}.`);
  if (missing.length > 0)
    console.error(`${missing.length} are in no place that is known here: ${some(missing)}`);
  if (different.length > 0) console.error(`${different.length} have another content: ${some(different)}`);
  if (withoutPhoto.length > 0)
    console.log(
      `${withoutPhoto.length} files are of no photo of the record, such as those taken after that moment: ${some(withoutPhoto)}\nTo delete them: npm run photos -- --delete`,
    );
  return missing.length + different.length > 0 ? 1 : 0;
}

const some = (names: string[]): string =>
  names.slice(0, 5).join(', ') + (names.length > 5 ? ` and ${names.length - 5} more` : '');
