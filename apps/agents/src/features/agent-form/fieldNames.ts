/** The labels of the fields that configure an agent. */
import type { Draft } from '../../data/draft';
import { t as shared } from '../../messages';
import { t as tools } from '../tools/messages';
import { t } from './messages';

/** A function: the language may be known only after this module was loaded. */
export const fieldNames = (): Record<keyof Draft, string> => ({
  name: shared('name'),
  description: shared('descriptionLabel'),
  prompt: t('prompt'),
  temperature: t('temperature'),
  maxTokens: t('maxTokens'),
  noticeDays: t('noticeDays'),
  allowsSystemMessages: t('allowsSystemMessages'),
  changelog: t('changelog'),
  tools: tools('tools'),
});
