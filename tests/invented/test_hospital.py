# SPDX-License-Identifier: Apache-2.0
"""The hospital that never was: as large as told, plausible, the same each time, and written once."""

import numpy as np
import pytest

from diffident.errors import Refused
from diffident.invented.hospital import CHANCES, CURATOR_FILE, FILES, PATIENTS, VISITS, WARDS, declared, hospital


@pytest.fixture(scope="module")
def made_up():
    return hospital()


@pytest.fixture(scope="module")
def columns(made_up):
    return {name: made_up.visits[name].to_numpy() for name in made_up.visits.column_names}


def test_it_is_as_large_as_told(made_up):
    assert (made_up.visits.num_rows, made_up.patients.num_rows, made_up.wards.num_rows) == (VISITS, PATIENTS, 4)
    assert made_up.visits.schema.names == ["patient_id", "ward", "admitted", "stay", "age", "urgent"]
    assert {len(made_up.visits[name].combine_chunks().drop_null()) for name in made_up.visits.schema.names} == {VISITS}


def test_every_patient_comes_and_some_come_often(columns):
    came = np.bincount(columns["patient_id"])[1:]
    assert (came.size, came.min()) == (PATIENTS, 1)
    assert 3 <= np.median(came) <= 8
    assert came.max() > 50


def test_a_patient_is_as_old_at_every_visit_as_among_the_patients(made_up, columns):
    ages = made_up.patients["age"].to_numpy()
    assert (ages[columns["patient_id"] - 1] == columns["age"]).all()
    assert (ages.min() >= 0, ages.max() <= 110) == (True, True)


def test_every_ward_is_used_and_the_young_are_not_in_geriatrics(columns):
    assert set(columns["ward"]) == set(WARDS)
    assert columns["age"][columns["ward"] == "geriatrics"].min() >= 65
    assert np.allclose(CHANCES.sum(axis=1), 1)


def test_stays_are_half_days_and_few_are_cut_at_sixty(columns):
    stay = columns["stay"]
    assert ((2 * stay) % 1 == 0).all()
    assert stay.min() == 0.5
    assert 0 < (stay > 60).mean() < 0.001


def test_all_visits_are_of_one_year(columns):
    assert set(columns["admitted"].astype("datetime64[Y]").astype(str)) == {"2025"}


def test_it_is_the_same_each_time(made_up):
    assert hospital().visits.equals(made_up.visits)


@pytest.mark.parametrize(("patients", "visits"), [(1, 1), (3, 3), (10, 1000)])
def test_smaller_ones_are_as_large_as_asked_for(patients, visits):
    small = hospital(patients=patients, visits=visits)
    assert (small.patients.num_rows, small.visits.num_rows) == (patients, visits)
    assert len(set(small.visits["patient_id"].to_pylist())) == patients


def test_files_say_what_the_tables_say_and_are_written_once(tmp_path):
    import duckdb

    small = hospital(patients=30, visits=200)
    small.write(tmp_path / "new")
    paths = {path.name: path for path in (tmp_path / "new").iterdir()}
    assert sorted(paths) == sorted(FILES)
    assert paths.pop(CURATOR_FILE).read_bytes() == declared()
    read = {name: duckdb.sql(f"FROM '{path}'").to_arrow_table() for name, path in paths.items()}
    assert read["visits.parquet"].equals(small.visits)
    assert read["patients.parquet"].equals(small.patients)
    assert read["wards.csv"].to_pylist() == small.wards.to_pylist()
    (tmp_path / "new" / "wards.csv").write_text("mine")
    hospital(patients=31, visits=200).write(tmp_path / "new")
    assert (tmp_path / "new" / "wards.csv").read_text() == "mine"
    assert sorted(path.name for path in (tmp_path / "new").iterdir()) == sorted(FILES)


def test_a_folder_that_takes_no_files_is_refused(tmp_path):
    (tmp_path / "taken").write_text("")
    with pytest.raises(Refused, match="cannot_be_written"):
        hospital(patients=3, visits=9).write(tmp_path / "taken")
