import { expect, test } from "vitest";
import { findSensitive } from "./find.js";

test.each([
  ["us_ssn", "SSN 536-90-4399"],
  ["uk_nino", "AB 12 34 56 C"],
  ["ca_sin", "SIN 046 454 286".replace("046", "130").replace("454 286", "692 544")],
  ["de_steuer_id", "Steuer-ID 86095742719"],
  ["de_steuer_id", "Identifikationsnummer 86095742719"],
  ["fr_nir", "2 69 05 49 588 157 80"],
  ["fr_nir", "n° SS 269054958815780"],
  ["fr_nir", "1 85 05 2A 006 084 91".replace("91", corsicanKey())],
  ["es_dni", "12345678Z"],
  ["es_nie", "X1234567L"],
  ["it_codice_fiscale", "RSSMRA85T10A562S"],
  ["nl_bsn", "BSN 111222333"],
  ["se_personnummer", "811228-9874"],
  ["se_personnummer", "pers.nr 8112289874"],
  ["ch_ahv", "756.9217.0769.85"],
  ["pl_pesel", "PESEL 44051401359"],
  ["br_cpf", "111.444.777-35"],
  ["in_aadhaar", "Aadhaar 2341 2341 2346"],
  ["in_pan", "ABCPE1234F"],
  ["jp_my_number", "My Number 123456789018"],
  ["kr_rrn", "900101-1234568"],
  ["cn_resident_id", "11010519491231002X"],
])("knows the national id %s: %s", (type, text) => {
  expect(findSensitive(text).map((one) => [one.detector, one.type])).toEqual([["national_id", type]]);
});

function corsicanKey(): string {
  return String(97n - (1_850_519_006_084n % 97n)).padStart(2, "0");
}
