/**
 * The parts of the platform that a sandboxed page uses. The loader passes them on: if the lazy chunk imported them, the
 * build could not merge these modules into the first script, which costs each page 0.9 kB.
 */
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { useHost } from '../boot/hostContext';
import { emitSliceEvent, onSliceEvent } from '../events/sliceEvents';
import { useEvaluation } from '../flags/useEvaluation';
import { frameError } from '../health/records';
import { language } from '../i18n/language';
import { recordFailure } from '../loading/failures';
import { LoadFailure } from '../loading/loadFailure';
import { hung, timeLimitsOf } from '../loading/loadSteps';
import { Waiting } from '../loading/Waiting';

export const sandboxKit = {
  useLocation,
  useNavigate,
  useParams,
  useHost,
  useEvaluation,
  language,
  Waiting,
  emitSliceEvent,
  onSliceEvent,
  recordFailure,
  frameError,
  LoadFailure,
  hung,
  timeLimitsOf,
};

export type SandboxKit = typeof sandboxKit;
