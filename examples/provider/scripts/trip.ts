/** agents/trip.ts: planning a weekend, with summaries in several parts; the last turn reports no thinking. */
import type { Exchange } from '../script.ts';

export const tripScript: readonly Exchange[] = [
  {
    asked:
      'Two of us want a weekend in Bergen from Oslo, 27 to 29 November. No train before nine, a quiet room, and not more than ' +
      '6,000 kroner for trains and hotel.',
    turns: [
      {
        output: [
          {
            thought:
              '**Reading the constraints**\n\nThere are three limits: nothing before nine, quiet, and 6,000 kroner for two people. The last one covers trains and hotel, ' +
              'so museums are on top. "Before nine" most likely means departures in both directions, not only on the way there.',
          },
          {
            thought:
              '**Deciding what to ask for**\n\nThe trains in both directions, the hotels and the weather do not depend on one another. Late November in Bergen is wet ' +
              'more often than not, and if it rains on Saturday that changes which hotel location makes sense. I will ask for all four together.',
          },
          { said: 'I will check the trains both ways, the hotels and the weather.' },
          { call: 'search_trains', arguments: { from: 'Oslo', to: 'Bergen', date: '2026-11-27' } },
          { call: 'search_trains', arguments: { from: 'Bergen', to: 'Oslo', date: '2026-11-29' } },
          { call: 'find_hotels', arguments: { city: 'Bergen' } },
          { call: 'get_weather', arguments: { city: 'Bergen' } },
        ],
        usage: { input: 912, output: 1043, thinking: 896 },
      },
      {
        output: [
          {
            thought:
              '**Choosing the trains**\n\nThe 08:25 is too early by half an hour, and the 16:25 arrives at 22:59, which wastes the Friday. That leaves 12:03. ' +
              'On Sunday both 11:59 and 15:59 are possible. It clears up after noon that day and the later train is 80 kroner cheaper, so 15:59 gives them the only dry hours of the weekend.',
          },
          {
            thought:
              '**Choosing the hotel**\n\nHarbour Light is cheapest and above a bar with music until one, so it fails the one wish that was not about money. ' +
              'Marken House is quiet at 1,290. I should know the sum before I hold anything.',
          },
          { call: 'calculate', arguments: { expression: '2 * (589 + 549) + 2 * 1290' } },
        ],
        usage: { input: 1874, cacheRead: 1024, output: 1219, thinking: 1152 },
      },
      {
        output: [
          {
            thought:
              '**Holding both at once**\n\n4,856 leaves 1,144 kroner of room. Holds cost nothing and run out tonight, so there is no reason to hold the train first and hope for the room; ' +
              'if one fails, I can still let the other lapse.',
          },
          { said: 'That fits the budget. I will hold the seats and the room.' },
          { call: 'hold_seats', arguments: { train: 'R605', seats: 2 } },
          { call: 'hold_seats', arguments: { train: 'R610', seats: 2 } },
          { call: 'hold_room', arguments: { hotel: 'Marken House', nights: 2 } },
        ],
        usage: { input: 2140, cacheRead: 1792, output: 631, thinking: 512 },
      },
      {
        output: [
          {
            thought:
              '**The room is gone**\n\nMarken House has nothing left, although the list did not say so. The seats are held, so the trains stay as they are. ' +
              'Going back to Harbour Light would save money and break the promise of a quiet room.',
          },
          {
            thought:
              '**Checking the dearer one**\n\nFjellveien Rooms is 350 more a night. Trains are 2,276, two nights 3,280: about 5,550, still below 6,000, but close enough that I want it exact. ' +
              'With 22 mm of rain on Saturday they will need something indoors too, so I can look for that in the same step.',
          },
          { call: 'calculate', arguments: { expression: '2 * (589 + 549) + 2 * 1640' } },
          { call: 'find_activities', arguments: { city: 'Bergen', indoors: true } },
        ],
        usage: { input: 2466, cacheRead: 2048, output: 1164, thinking: 1024 },
      },
      {
        output: [
          {
            thought:
              '**Within the budget**\n\n5,556 kroner, so 444 are left, and two day tickets for the art museums are 350. It all fits. Hold the room before that one goes as well.',
          },
          { call: 'hold_room', arguments: { hotel: 'Fjellveien Rooms', nights: 2 } },
        ],
        usage: { input: 2702, cacheRead: 2432, output: 287, thinking: 256 },
      },
      {
        output: [
          {
            said:
              'Your weekend is held until 18:00 today, for 5,556 kroner:\n\n' +
              '- Friday 12:03 from Oslo, in Bergen at 18:52\n' +
              '- two nights at Fjellveien Rooms, on the hillside and quiet (my first choice, Marken House, is full)\n' +
              '- Sunday 15:59 from Bergen, home at 22:27\n\n' +
              'Saturday will be very wet: a day ticket for the Kode museums is 175 kroner each. Sunday clears up after noon, which is why I took the later train; it is also cheaper.',
          },
        ],
        usage: { input: 2874, cacheRead: 2688, output: 139, thinking: 0 },
      },
    ],
  },
];
