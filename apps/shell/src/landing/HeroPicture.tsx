/** A deployed agent as a developer meets it: one request, one answer. */
import { Code, CodeWindow } from '@slipway/design-system/landing';
import { t } from '../messages';

export function HeroPicture() {
  return (
    <CodeWindow
      title={t('askAgent')}
      request={
        <>
          <Code data-kind="command">curl</Code> $SLIPWAY/v1/chat/completions \{'\n'}
          {'  '}-H <Code data-kind="text">&quot;Authorization: Bearer $KEY&quot;</Code> \{'\n'}
          {'  '}-d <Code data-kind="text">{'\'{"messages": [{"role": "user",'}</Code>
          {'\n       '}
          <Code data-kind="text">{'"content": "Where is my order?"}]}\''}</Code>
        </>
      }
      answer={
        <>
          {'{\n'}
          {'  '}
          <Code data-kind="name">&quot;role&quot;</Code>: &quot;assistant&quot;,{'\n'}
          {'  '}
          <Code data-kind="name">&quot;content&quot;</Code>: &quot;It left the warehouse this morning and is
          due on Thursday. Shall I send you the tracking link?&quot;{'\n'}
          {'}'}
        </>
      }
    />
  );
}
