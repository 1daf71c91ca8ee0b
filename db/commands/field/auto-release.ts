import { autoReleasedComments } from '../../../machines/visit/detached-comments.ts';
import { visitStep } from '../../record/visit-step.ts';
import { dueVisitInput } from './due-visit-input.ts';

/** Not on the way in time: it is released, so that another technician can take it (contract §4). */
export const autoRelease = visitStep({
  name: 'autoRelease',
  input: dueVisitInput,
  change: (visit) => ({
    step: { type: 'PASS_RELEASE_TIME', due: true, comments: autoReleasedComments },
    answer: { visit_id: visit.id },
  }),
});
