/** A travel desk with one weekend in its books. */
import { readJson } from './data.ts';

interface TravelBook {
  trains: { id: string; date: string; from: string; to: string; departs: string; arrives: string; price: number }[];
  hotels: { name: string; city: string; night: number; rooms: number; noise: string }[];
  weather: { city: string; date: string; rain_mm: number; text: string }[];
  activities: { name: string; city: string; indoors: boolean; price: number }[];
}

export function openTravelDesk() {
  const book = readJson<TravelBook>('travel.json');
  return {
    searchTrains: (query: { from: string; to: string; date: string }) =>
      book.trains.filter((train) => train.from === query.from && train.to === query.to && train.date === query.date),
    /** Without the number of free rooms: only holding a room reveals it. */
    findHotels: (query: { city: string }) =>
      book.hotels
        .filter((hotel) => hotel.city === query.city)
        .map(({ name, night, noise }) => ({ name, night, noise })),
    getWeather: (query: { city: string }) => book.weather.filter((day) => day.city === query.city),
    findActivities: (query: { city: string; indoors: boolean }) =>
      book.activities.filter((activity) => activity.city === query.city && activity.indoors === query.indoors),
    holdSeats: (query: { train: string; seats: number }) => ({
      held: query.train,
      seats: query.seats,
      until: '18:00 today',
    }),
    holdRoom: (query: { hotel: string; nights: number }) => {
      const hotel = book.hotels.find((candidate) => candidate.name === query.hotel);
      if (hotel === undefined || hotel.rooms === 0)
        throw new Error(`409 ${query.hotel} has no room left for these nights.`);
      return { held: hotel.name, nights: query.nights, total: hotel.night * query.nights };
    },
  };
}
