import { configure } from '@testing-library/react';
import { limit } from '../gate/limits.mjs';

// A document is drawn within milliseconds; the second that the library waits is too little on a busy machine.
configure({ asyncUtilTimeout: limit(5_000) });
