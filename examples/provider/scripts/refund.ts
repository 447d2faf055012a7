/** agents/refund.ts: a support conversation of three questions, with thinking between the tool calls. */
import type { Exchange } from '../script.ts';

export const refundScript: readonly Exchange[] = [
  {
    asked: 'Where is my parcel? I ordered a tent, order 8812.',
    turns: [
      {
        output: [
          {
            thought:
              'They give the order number, so I need nothing else from them. Look first, then speak: guessing where a parcel is helps nobody.',
          },
          { call: 'get_order', arguments: { order_id: '8812' } },
        ],
        usage: { input: 2148, cacheWrite: 2016, output: 176, thinking: 118 },
      },
      {
        output: [
          {
            thought:
              'Delivered on the 12th at 09:41, left with a neighbour at Storgata 14. That is eight days ago. If the customer is asking today, ' +
              'the neighbour probably never said anything, so the address is the useful part of the answer, not the status.\n\n' +
              'There is also a related order 8812-R, a replacement pole sent on the 14th. Someone here already knows of a broken pole. ' +
              'Odd, for a parcel they say they never got. I will not bring it up as an accusation; I will only answer what was asked.',
          },
          {
            said:
              'Your tent was delivered on 12 November at 09:41 and left with your neighbour at Storgata 14. ' +
              'If nobody there knows about it, write to me again and I will start a search with the carrier today.',
          },
        ],
        usage: { input: 2531, cacheRead: 2016, output: 402, thinking: 331 },
      },
    ],
  },
  {
    asked:
      'The neighbour had it, thanks. But a tent pole snapped on the first night, and the replacement you sent does not fit. ' +
      'I want my money back, and the express shipping too.',
    turns: [
      {
        output: [
          {
            thought:
              'Three claims: the pole broke, the replacement does not fit, and they want tent plus express back. Each can be checked. ' +
              'Whether the replacement fits is in the two orders: compare the revision of the tent with the revision of the pole. Whether ' +
              'money back is right is a question for the policy, not for my sympathy. None of these depend on one another, so ask for all at once.',
          },
          { said: 'I am sorry, that is a miserable night. Let me look at both orders and at what we owe you.' },
          { call: 'get_order', arguments: { order_id: '8812' } },
          { call: 'get_order', arguments: { order_id: '8812-R' } },
          { call: 'read_policy', arguments: { section: 'defects' } },
        ],
        usage: { input: 3012, cacheRead: 2016, cacheWrite: 640, output: 611, thinking: 428 },
      },
      {
        output: [
          {
            thought:
              'There it is: the tent is revision B, the pole is revision A. The note on the order even says it was picked by product name. ' +
              'So the mistake is ours, and the policy says: wrong part once, then the customer may choose the money back.\n\n' +
              'But a pole that snaps on the first night is not one bad pole until I know it is. If other tents broke the same way, ' +
              'this customer should hear it from us. Look for a notice from the manufacturer before I close this as a single case.',
          },
          {
            search: 'Ridge 2 tent revision B pole breaks recall 2026',
            found: [
              {
                title: 'Safety notice: Ridge 2, revision B, front pole',
                url: 'https://ridgetents.example/safety/rt2-b',
                age: 'November 14, 2026',
              },
              {
                title: 'Ridge 2 pole snapped, anyone else?',
                url: 'https://campforum.example/t/88121',
                age: 'November 9, 2026',
              },
              {
                title: 'Ridge 2 review: light, and lighter than it should be',
                url: 'https://fjellposten.example/test/ridge-2',
                age: 'May 3, 2026',
              },
            ],
          },
          {
            thought:
              'A safety notice of 14 November: serials RT2-26-0200 to RT2-26-0900, front pole ferrule too thin. This tent is RT2-26-0417, right in the middle. ' +
              'That changes the case twice. The reason code is manufacturer_defect, not wrong_item, and the goods stay with the customer because ' +
              'the manufacturer collects them. I must not ask for the tent back.\n\nShipping: express in full? And is 4,339 within what I may refund alone? ' +
              'Two sections to read, independent of each other.',
          },
          { call: 'read_policy', arguments: { section: 'shipping' } },
          { call: 'read_policy', arguments: { section: 'refunds' } },
        ],
        usage: { input: 7460, cacheRead: 2656, cacheWrite: 1205, output: 1388, thinking: 1090 },
      },
      {
        output: [
          { redacted: true },
          {
            thought:
              'Under 5,000, so I may do it now. Tent 4,190 and express 149 make 4,339. The guy lines stay out: they did not mention them, and the policy ' +
              'says ask, do not assume. Mark the order refunded with that amount.',
          },
          { call: 'update_order', arguments: { order_id: '8812', changes: { status: 'refunded', amount: 4339 } } },
        ],
        usage: { input: 8310, cacheRead: 6665, output: 702, thinking: 611 },
      },
      {
        output: [
          {
            thought:
              'It does not know "status" any more. The schema must have changed in version 3; what I sent is how it used to work. ' +
              'Trying variants against a service that books money at once is a bad idea. The error names the help text, so read that first.',
          },
          { call: 'help', arguments: { topic: 'refund' } },
        ],
        usage: { input: 8544, cacheRead: 8100, output: 214, thinking: 160 },
      },
      {
        output: [
          {
            thought:
              'Lines by SKU, shipping as a yes or no, and the service works out the amount itself. Better: I cannot mistype a sum. ' +
              'It also says that a refund cannot be taken back, so once more what goes in: the tent line only, TENT-RT2-B; shipping true; ' +
              'reason manufacturer_defect, because the recall covers this serial. Not wrong_item, although we did that too: the defect came first.',
          },
          {
            call: 'update_order',
            arguments: {
              order_id: '8812',
              changes: { refund: { lines: ['TENT-RT2-B'], shipping: true, reason: 'manufacturer_defect' } },
            },
          },
        ],
        usage: { input: 8822, cacheRead: 8340, output: 508, thinking: 397 },
      },
      {
        output: [
          { redacted: true },
          { said: 'Done, I am only making sure that it really arrived.' },
          { call: 'get_order', arguments: { order_id: '8812' } },
          { call: 'read_policy', arguments: { section: 'recalls' } },
        ],
        usage: { input: 9385, cacheRead: 8800, output: 296, thinking: 184 },
      },
      {
        output: [
          {
            thought:
              'Stored: refunded, 4,339, manufacturer_defect. First sentence is the recall, with what to do now: do not use the tent. Then the money, then ' +
              'that they keep the tent until it is collected, then the guy lines as a question. And say sorry for the wrong pole once, plainly.',
          },
          {
            said:
              'Please do not use the tent again: it is under a recall, since the front pole of your series is too thin, and the manufacturer will collect it from you. ' +
              'I have refunded 4,339 kroner, which is the tent (4,190) and the express shipping (149); it is on your card within three days. ' +
              'The pole we sent was for an older revision, and that mistake was ours. ' +
              'Would you like to return the guy lines from the same order as well (129 kroner)? I am sorry about that night.',
          },
        ],
        usage: { input: 9901, cacheRead: 9300, output: 524, thinking: 342 },
      },
    ],
  },
  {
    asked: 'That was quick, thank you. A friend has the same tent, serial RT2-25-1180. Should she worry?',
    turns: [
      {
        output: [
          {
            thought:
              'The notice covers RT2-26-0200 to RT2-26-0900. RT2-25-1180 is of the year before, so revision A, with the thicker ferrule. I read that notice ' +
              'an hour ago in this conversation; searching again would only make them wait.\n\n' +
              'Still, "not in the list" and "safe" are two different sentences. I can say the first. For the second, the label in the tent tells the revision, ' +
              'and that is something she can check in a minute.',
          },
          {
            said:
              'Her tent is not in the recall: that covers serials RT2-26-0200 to RT2-26-0900, and hers was made the year before. ' +
              'To be sure, she can look at the label inside the door; if it says "revision A", the pole is the thicker one. ' +
              'Should it say B, please have her write to us before the next trip.',
          },
        ],
        usage: { input: 10220, cacheRead: 9800, output: 487, thinking: 378 },
      },
    ],
  },
];
