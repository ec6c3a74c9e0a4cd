#!/bin/sh
# FANN `shuffle_train_data`
# biased: each place is swapped with any
# version: pkg-config --modversion fann
exec sh "${0%/*}/deals/cxx.sh" "$1" fann.h '' '
	fann_train_data *data = fann_create_train(x.size(), 1, 1);
	for (size_t i = 0; i < x.size(); i++) data->input[i][0] = x[i];
	fann_shuffle_train_data(data);
	for (size_t i = 0; i < x.size(); i++) x[i] = data->input[i][0];
	fann_destroy_train(data)' -lfann
