/** The text of the playground. */
import { defineMessages } from '@slipway/platform';

export const t = defineMessages({
  tryExamples: 'Try one of these',

  message: 'Message',
  messageHint: 'Ask a question',
  longestMessage: 'A message has at most {max, number} characters. Anything longer is cut off.',
  send: 'Send',
  stop: 'Stop',
  edit: 'Edit',
  editing: 'Editing your last message. Its answer will be replaced.',
  copyAnswer: 'Copy answer {position, number}',
  copyConversation: 'Copy conversation',
  deleteConversation: 'Delete conversation',
  conversationDeleted: 'Conversation deleted',
  keep: 'Keep in this browser until I sign out',
  keepFailed: 'This browser has no space to keep the conversation',
  you: 'You',
  emptyConversation: 'Start a conversation with {name}. It isn’t saved, and it’s free.',
  emptyKeepable:
    'Start a conversation with {name}. It’s free, and saved only if you keep it in this browser.',
  answering: '{name} is answering',
  emptyAnswer: 'The answer is empty',
  usage:
    '{input, plural, one {# token} other {# tokens}} in, {output, plural, one {# token} other {# tokens}} out',
  about: 'about {usage}',
  cost: 'cost\u00a0$0.00',
  sampleModel: 'Sample model (rule-based): shows the flow, not the answer quality.',
  realModel: 'Answered by {model}',
  toolRunning: '{name} is running…',
  toolDone: 'Used {name}',
  toolRejected: 'Rejected {name}',
  toolArguments: 'Arguments of {name}',
  approvalTitle: 'Allow {count, plural, one {this call} other {these calls}}?',
  approvalHint: 'The agent wants to use a tool that can change something. Nothing has run yet.',
  approve: 'Allow',
  reject: 'Don’t allow',
  approvalOver: 'This approval request has expired. Send the message again.',
  forgotten: '{name} no longer sees the messages above.',
  tooLong: 'The message is too long. Shorten it.',
  tooLongForVisitor: 'The message is too long. Sign in to send more, or shorten it.',
  unreachable: 'Couldn’t reach the agent. Check your connection.',
  signInToTry: 'Sign in to try this agent',
  tooMany: 'Too many messages. Wait a minute, then try again.',
  tooManyToday: 'Today’s free messages are used up. Try again after midnight (UTC).',
  tooManyTodayForVisitor:
    'Today’s free messages for visitors are used up. Sign in to send more, or try again after midnight (UTC).',
  runsElsewhere: 'This agent runs on its creator’s site and can’t be tried here',
  modelFailed: 'The model didn’t respond',

  share: 'Share',
});
